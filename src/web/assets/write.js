// Write.

export function setUp() {}

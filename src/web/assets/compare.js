// Compare.

export function setUp() {}

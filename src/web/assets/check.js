// Check a page.

export function setUp() {}

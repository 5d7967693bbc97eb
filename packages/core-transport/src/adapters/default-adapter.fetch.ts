/** The HTTP adapter that `#default-adapter` (package.json, `imports`) selects: the fetch one. */
export {};

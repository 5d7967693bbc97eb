/** The HTTP adapter that `#default-adapter` (package.json, `imports`) selects: the node one. */
export {};

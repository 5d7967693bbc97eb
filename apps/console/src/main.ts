/** The sample program: reads what the user types and streams the answer. */
export {};

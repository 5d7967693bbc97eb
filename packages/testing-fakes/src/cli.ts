/** The `parlance-fakes` command: reads its arguments, starts the emulator, prints one line when ready. */
export {};

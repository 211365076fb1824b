// Imported by a test file that needs a process of its own, since it measures the process itself, its memory, say, or its timers, or since
// nothing may have run there before. Other files of a whole suite share one.
export {};

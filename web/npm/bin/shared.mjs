/* The numbers that the main thread and the program share: which signal has asked it to stop, and
   whether a first signal only asks. */
export const ASKED = 0;
export const AT_WORK = 1;
export const SHARED_BYTES = 8;

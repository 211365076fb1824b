import { keepHeapSmall } from './small-heap.js';

// Imported before anything else by the function. Loading the AWS SDK lets V8's space for new objects grow to 8 MB, and it stays
// that large until all garbage is collected: with 128 MB on a busy machine, a job's peak was 3 to 5 MB higher. It costs 9 ms of CPU
// time.
keepHeapSmall();

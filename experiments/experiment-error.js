import { SluiceError } from '../src/errors.js';

/** The experiment failed. Codes `experiment/…`. */
export class ExperimentError extends SluiceError {}

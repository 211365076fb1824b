import { SluiceError } from '../src/errors.js';

/** The experiment itself came to no end. Codes `experiment/…`. */
export class ExperimentError extends SluiceError {}

export * from './memory';
export * from './inflate';
export { distances, LENGTHS, literals, useDynamicCodes, useFixedCodes } from './block-header';
export * from './edit-plan';
export * from './edit';

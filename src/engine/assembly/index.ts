export * from './memory';
export * from './inflate';
export * from './edit-plan';
export * from './edit';

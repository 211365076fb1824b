export * from './memory';
export * from './inflate';

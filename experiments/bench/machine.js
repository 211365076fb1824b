import { availableParallelism, cpus, machine, release, totalmem, type } from 'node:os';

export function describeMachine() {
  return {
    processor: cpus()[0]?.model.trim() || 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()} ${machine()}`,
    versions: { node: process.versions.node },
  };
}

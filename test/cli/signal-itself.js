/**
 * Node options with which a process sends itself a signal after it has written to its output files. Unlike a signal from
 * outside, this one comes at the right moment on a machine of any speed.
 *
 * @param {NodeJS.Signals} signal
 * @param {{ writes?: number, bytes?: number }} [after] The number and the least size of the writes before it. By
 *   default, one write that is larger than a manifest.
 */
export function signalItself(signal, { writes = 1, bytes = 10_000 } = {}) {
  const code = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { open } = fs.promises;
    let left = ${writes};
    fs.promises.open = async (path, ...options) => {
      const file = await open(path, ...options);
      if (!String(path).endsWith('.sluice-part')) return file;
      const writev = file.writev.bind(file);
      file.writev = async (...args) => {
        const result = await writev(...args);
        if (result.bytesWritten >= ${bytes} && --left === 0) process.kill(process.pid, '${signal}');
        return result;
      };
      return file;
    };
    const { openSync, writeSync } = fs;
    const parts = new Set();
    fs.openSync = (path, ...options) => {
      const file = openSync(path, ...options);
      if (String(path).endsWith('.sluice-part')) parts.add(file);
      else parts.delete(file);
      return file;
    };
    fs.writeSync = (file, ...args) => {
      const written = writeSync(file, ...args);
      if (parts.has(file) && written >= ${bytes} && --left === 0) process.kill(process.pid, '${signal}');
      return written;
    };
    syncBuiltinESMExports();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

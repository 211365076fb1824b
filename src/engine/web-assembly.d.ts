// What the engine needs of WebAssembly: TypeScript declares it with the whole of the browser only.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...values: number[]) => number | void>>);
    readonly exports: Record<string, unknown>;
  }
}

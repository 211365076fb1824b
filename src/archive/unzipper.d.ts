// unzipper's types describe its main module only.
declare module 'unzipper/lib/Open/unzip.js' {
  import type { Readable } from 'node:stream';

  /** What unzipper takes from a directory's header: numbers as in the archive. */
  interface DirectoryHeader {
    flags: number;
    compressionMethod: number;
    compressedSize: number;
    uncompressedSize: number;
  }

  export default function unzip(
    source: { stream(offset: number, length?: number): Readable },
    offset: number,
    password: string | undefined,
    header: DirectoryHeader,
  ): Readable;
}

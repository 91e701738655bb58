// What AudioWorkletGlobalScope has (Web Audio API §1.32), and TypeScript's library lacks.
declare const currentFrame: number;
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: any) => AudioWorkletProcessor,
): void;
interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<{
    truncate(size: number): void;
    write(bytes: Uint8Array, options?: { at: number }): number;
    close(): void;
  }>;
}

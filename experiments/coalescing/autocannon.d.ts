declare module 'autocannon' {
  /** What is used of it here. */
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration?: number;
    sampleInt?: number;
    amount?: number;
    timeout: number;
    setupClient?: (client: { setRequests(requests: { method: string; path: string }[]): void }) => void;
  }): Promise<{
    '2xx': number;
    non2xx: number;
    errors: number;
    duration: number;
    latency: { p50: number; p97_5: number; p99: number };
  }>;
}

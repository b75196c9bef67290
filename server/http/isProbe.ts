import { API_BASE } from '#contract/limits.ts';

/** Probes ask every few seconds, and would hide what people do in counts, logs and traces. */
export const isProbe = (path: string): boolean => path.startsWith(`${API_BASE}/health`);

import { API_BASE } from '#contract/limits.ts';

/** Strips trailing slashes. Vite passes unset variables as empty strings, so those use the fallback. */
const trimAddress = (value: unknown, fallback: string): string =>
  (typeof value === 'string' && value ? value : fallback).replace(/\/+$/, '');

/**
 * The server writes it into the page (`server/http/static.ts`). In development the placeholder remains, which is not a
 * URL.
 */
const reportUrl = document.querySelector<HTMLMetaElement>('meta[name="report-to"]')?.content ?? '';

export const config = {
  apiBase: trimAddress(import.meta.env['VITE_API_BASE'], API_BASE),
  /** Origin of the socket service (§7); empty for this page's own. */
  socketUrl: trimAddress(import.meta.env['VITE_SOCKET_URL'], ''),
  reportTo: /^https?:/.test(reportUrl) && URL.canParse(reportUrl) ? reportUrl : '',
} as const;

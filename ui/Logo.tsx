export const Logo = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M3 9.5V4h18v5.5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Z" fill="var(--primary)" />
    <path d="M5 14.5V20h14v-5.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

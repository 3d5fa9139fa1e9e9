const register = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);

/**
 * Lets the app open without a network. Browsers allow it on HTTPS and on localhost; elsewhere, and in development, there
 * is none. It stores its files when the page is done with its own work.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => setTimeout(register, 3_000), { once: true });
}

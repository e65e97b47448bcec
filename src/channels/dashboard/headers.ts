import type { HelmetOptions } from 'helmet';
import type { Core } from '../../core/core.ts';

type Config = Core['config'];

const STRIPE_CHECKOUT = 'https://checkout.stripe.com';

/**
 * Header fields of every page: scripts and styles come from here alone and never stand in the page, nobody may
 * frame it, and forms lead here or to the checkout.
 */
export function securityHeaders(config: Config): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...checkoutsOf(config)],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // The browser leaves this page for Discord and the checkout, and comes back.
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Without any, browsers would send our own forms with `Origin: null`.
    referrerPolicy: { policy: 'same-origin' },
    // What else the operator has below this name may well have no certificate.
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    xFrameOptions: { action: 'deny' },
  };
}

/** Browsers hold a form's redirects to form-action too. A stand-in for the provider may use ports of its own. */
function checkoutsOf({ STRIPE_SECRET_KEY, STRIPE_API_URL }: Config): string[] {
  if (!STRIPE_SECRET_KEY) return [];
  if (!STRIPE_API_URL) return [STRIPE_CHECKOUT];
  const { protocol, hostname } = new URL(STRIPE_API_URL);
  return [STRIPE_CHECKOUT, `${protocol}//${hostname}:*`];
}

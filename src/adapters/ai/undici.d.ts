/** The pool alone: 21 modules instead of the 109 of the whole library, of which fetch and mocks are the most. */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export = Pool;
}

/** The function with which the pool opens connections. */
declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export = buildConnector;
}

import { registerHooks } from 'node:module';

/** openapi-typescript asks the compiler for its functions, which TypeScript 7 no longer has. */
registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? '@typescript/typescript6' : name, context),
});

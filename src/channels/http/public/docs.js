window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  // The key spends the owner's quota, so the page offers nothing to paste it into.
  supportedSubmitMethods: [],
  docExpansion: 'list',
  // Schemas stand below, folded as the operations are.
  defaultModelsExpandDepth: 0,
});

// Swagger UI leaves the choice of a server, and of a parameter that has a few values, without a name.
const reference = document.getElementById('reference');
new MutationObserver(() => {
  for (const choice of reference.querySelectorAll('select:not([aria-label])'))
    choice.setAttribute('aria-label', choice.closest('[data-param-name]')?.dataset.paramName ?? 'Server');
}).observe(reference, { childList: true, subtree: true });

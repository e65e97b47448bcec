window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  // The key spends the owner's quota, so the page offers nothing to paste it into.
  supportedSubmitMethods: [],
  docExpansion: 'list',
  // Schemas stand below, folded as the operations are.
  defaultModelsExpandDepth: 0,
  // The one control that Swagger UI leaves without a name.
  onComplete: () => document.getElementById('servers')?.setAttribute('aria-label', 'Server'),
});

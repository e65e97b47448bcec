window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  // The key spends the owner's quota, so the page offers nothing to paste it into.
  supportedSubmitMethods: [],
  defaultModelsExpandDepth: 2,
});

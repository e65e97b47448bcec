import type { Session } from './objects.ts';

/** The hosted page: works without script, as the test browser and a plain form post use it. */
export function checkoutPage({ id, params, isPaid }: Session): string {
  const { unit_amount, product_data, recurring } = params.line_items[0].price_data;
  const price = `€${(unit_amount / 100).toFixed(2)}${recurring ? ' per month' : ''}`;
  const form = isPaid
    ? '<p>You have paid already.</p>'
    : `<form method="post" action="/c/pay/${id}"><button type="submit">Pay</button></form>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Checkout</title></head>
<body>
<h1>${quote(product_data.name)}</h1>
<p>${quote(product_data.description ?? '')}</p>
<p data-price>${price}</p>
${form}
<a href="${quote(params.cancel_url ?? '#')}">Back</a>
</body>
</html>`;
}

function quote(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

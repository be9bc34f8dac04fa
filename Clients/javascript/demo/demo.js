// SPDX-License-Identifier: Apache-2.0
import { HuskFetch, IndexedDBTemplateCache, decodeSequence } from './husk.js';
import { zstd } from './zstd.js';

const PAGES = 6;
const client = new HuskFetch({ cache: new IndexedDBTemplateCache(), codecs: { zstd } });

/** The bytes of the body of the last answer from a URL, as they came over the wire. */
function bytesOnTheWire(url) {
  const entries = performance.getEntriesByName(new URL(url, location.href).href, 'resource');
  const { encodedBodySize } = entries[entries.length - 1];
  performance.clearResourceTimings();
  return encodedBodySize;
}

function row(table, cells) {
  const line = table.insertRow();
  for (const cell of cells) {
    const field = line.insertCell();
    // What comes from data is text, never markup.
    field.textContent = typeof cell === 'number' ? cell.toLocaleString('en') : cell;
    if (typeof cell === 'number') field.className = 'number';
  }
}

const element = (id) => document.getElementById(id);
const total = { text: 0, json: 0, husk: 0, template: 0 };
const forms = [];
let isSame = true;

// A cache of the browser would answer without a wire.
const fresh = { cache: 'no-store' };

async function load(page) {
  const url = `orders/page-${page}.json`;
  const plain = await (await fetch(url, { ...fresh, headers: { Accept: 'application/json' } })).text();
  const json = bytesOnTheWire(url);
  const answer = await client.fetch(url, fresh);
  const orders = await answer.json();
  const husk = bytesOnTheWire(url);
  const same = (await answer.text()) === plain && JSON.stringify(orders) === JSON.stringify(JSON.parse(plain));
  isSame &&= same;
  forms.push(answer.form);
  total.text += plain.length;
  total.json += json;
  total.husk += husk;
  row(element('pages'), [`${page + 1}`, plain.length, json, husk, answer.form, same ? 'yes' : 'no']);
  for (const order of orders.slice(0, 2)) {
    row(element('orders'), [order.orderId, order.shipTo?.name ?? '', order.shipTo?.city ?? '', order.items?.length ?? 0]);
  }
  // Only so that the table shows the same each time: the template comes beside whatever else happens.
  await client.settled;
  for (const { name, encodedBodySize } of performance.getEntriesByType('resource')) {
    if (name.includes('/.husk/templates/')) total.template += encodedBodySize;
  }
  performance.clearResourceTimings();
}

const state = element('state');
const report = new URLSearchParams({ at: location.search });
try {
  for (let page = 0; page < PAGES; page++) await load(page);
  row(element('total'), ['template', '', '', total.template, '', '']);
  row(element('total'), ['all', total.text, total.json, total.husk + total.template, '', isSame ? 'yes' : 'no']);
  // All of the list as one file in blocks, with nothing but the DEFLATE that the browser has.
  const file = await (await fetch('orders.husk', fresh)).arrayBuffer();
  const rows = (await decodeSequence(file)).length;
  row(element('total'), ['one file', '', '', file.byteLength, 'file', `${rows} orders`]);
  Object.entries({ ...total, rows, forms: forms.join(), same: isSame }).forEach(([name, value]) => report.set(name, value));
  state.textContent = 'Loaded.';
} catch (error) {
  state.textContent = `It failed: ${error.stack}`;
  report.set('error', error.message);
}
// A script that checks the page reads this in the log of the server.
if (location.search !== '') fetch(`report/${report}`).catch(() => {});

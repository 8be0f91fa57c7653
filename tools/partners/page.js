/** Shows each message of the demo's partners as it happens; its content is loaded when it is opened. */
const said = document.querySelector('#said');

async function ask(path) {
  said.textContent = 'Sending …';
  try {
    const answer = await fetch(path, { method: 'POST' });
    said.textContent = answer.ok ? '' : await answer.text();
    return answer.ok;
  } catch {
    said.textContent = 'The demo is not running.';
    return false;
  }
}

function contentOf({ id }) {
  const content = document.createElement('pre');
  content.tabIndex = 0;
  return {
    content,
    load: async () => {
      if (content.textContent !== '') return;
      const answer = await fetch(`/entries/${id}`).catch(() => null);
      content.textContent = answer?.ok ? await answer.text() : 'The content is no longer stored.';
    },
  };
}

function recordingButton(hn_id) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Send recording';
  button.addEventListener('click', async () => {
    button.disabled = true;
    if (!(await ask(`/recording/${hn_id}`))) button.disabled = false;
  });
  return button;
}

function show(entry) {
  const list = document.querySelector(`[data-partner="${entry.partner}"] ol`);
  const item = document.createElement('li');
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const time = document.createElement('time');
  time.dateTime = entry.at;
  time.textContent = new Date(entry.at).toLocaleTimeString();
  summary.append(time, ` ${entry.title}`);
  const { content, load } = contentOf(entry);
  details.append(summary, content);
  details.addEventListener('toggle', () => {
    if (details.open) void load();
  });
  item.append(details);
  if (entry.ordered !== null) item.append(recordingButton(entry.ordered));
  list.append(item);
}

const shown = new Set();
const entries = new EventSource('/entries');
entries.addEventListener('message', ({ data }) => {
  const entry = JSON.parse(data);
  if (shown.has(entry.id)) return;
  shown.add(entry.id);
  show(entry);
});

const order = document.querySelector('#order');
order.addEventListener('click', async () => {
  order.disabled = true;
  await ask('/order');
  order.disabled = false;
});

// Calls to the service that need the token of a scorer. It stays in this browser.

const KEY = "cuelog.token";

// A link (or a QR code) may bring the token behind the hash, which no server is ever sent.
const brought = /^#token=(.+)$/.exec(location.hash);
if (brought) {
  localStorage.setItem(KEY, decodeURIComponent(brought[1]));
  history.replaceState(null, "", location.pathname + location.search);
}

export const token = () => localStorage.getItem(KEY) ?? "";
export const keepToken = (text) => localStorage.setItem(KEY, text.trim());

// Resolves to the status and body of an answer; rejects only where no answer came.
export async function call(method, path, body, headers = {}) {
  const answer = await fetch(path, {
    method,
    headers: { Authorization: `Bearer ${token()}`, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  let told = {};
  try { told = text ? JSON.parse(text) : {}; } catch { /* no JSON: the status says enough */ }
  return { status: answer.status, body: told, kind: String(told.type ?? "").split("/").pop() };
}

export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const data = (id) => JSON.parse(document.getElementById(id).textContent);

// An element with attributes and children; text is always text.
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

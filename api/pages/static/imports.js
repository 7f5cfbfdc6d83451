// Imports: the same form is sent as without a script, and its report is shown beside it, so that
// the files that were tried are sent again to be imported. Nothing is kept on the service.

import { keepToken, make, token } from "./service.js";

const form = document.getElementById("import");
const files = document.getElementById("file");
const drop = form.querySelector(".drop");
const field = (name) => form.elements.namedItem(name);
const trying = form.querySelector("button[value=try]");

field("token").value ||= token();

function tell(...children) {
  const outcome = document.getElementById("outcome");
  outcome.replaceChildren(...children);
  outcome.dataset.state = "";
}

function complain(words) { tell(make("p", { class: "notice", role: "alert" }, words)); }

// Only what was tried as it stands may be imported.
function offer(may) {
  for (const button of document.querySelectorAll("button[value=import]")) button.disabled = !may;
}

form.addEventListener("input", (event) => { if (event.target !== field("token")) offer(false); });

function list() {
  const rows = [...files.files].map((file) => make("li", {}, make("bdi", {}, file.name), ` ${Math.ceil(file.size / 1024)} KiB`));
  document.getElementById("chosen").replaceChildren(...rows.slice(0, 20));
}
files.addEventListener("change", list);

for (const kind of ["dragenter", "dragover"]) {
  drop.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
}
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  if (!event.dataTransfer.files.length) return;
  files.files = event.dataTransfer.files;
  offer(false);
  list();
});

async function send(body) {
  const answer = await fetch(form.action, { method: "POST", body, headers: { Authorization: `Bearer ${token()}`, Accept: "text/html" } });
  const text = await answer.text();
  const shown = new DOMParser().parseFromString(text, "text/html").getElementById("outcome");
  if (shown) {
    // Made by our own template, which escapes what people wrote.
    document.getElementById("outcome").replaceWith(document.adoptNode(shown));
    document.getElementById("outcome").focus();
    return;
  }
  let detail = "";
  try { detail = JSON.parse(text).detail ?? ""; } catch { /* no JSON: the status says enough */ }
  complain(`${form.dataset.refused} ${answer.status} ${detail}`);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  keepToken(field("token").value);
  const body = new FormData(form, event.submitter ?? trying);
  body.delete("token");
  tell(make("p", { class: "notice", role: "status" }, form.dataset.sending));
  trying.disabled = true;
  offer(false);
  try { await send(body); } catch { complain(form.dataset.offline); }
  trying.disabled = false;
  offer(document.getElementById("outcome").dataset.state === "tried");
});
offer(false);

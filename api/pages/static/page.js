// What every page gains with a script: forms that submit themselves, explanations in place.
// Without it each form has its button and each explanation its own page.

for (const form of document.querySelectorAll("form[data-submits]")) {
  form.classList.add("scripted");
  for (const field of form.elements) {
    field.addEventListener("change", () => {
      // The last event is the match as it stands: its address needs no as_of.
      const slider = form.querySelector("input[type=range]");
      if (slider && slider.value === slider.dataset.last) slider.disabled = true;
      form.requestSubmit();
    });
  }
}

for (const slider of document.querySelectorAll(".slider input")) {
  const shown = slider.parentElement.querySelector("output");
  slider.addEventListener("input", () => { shown.textContent = slider.value; });
}

const told = document.getElementById("told");
if (told) {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-explain]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    try {
      const answer = await fetch(`${link.pathname}?fragment=true`);
      if (!answer.ok) throw new Error(String(answer.status));
      // Made by our own template, which escapes what people wrote.
      told.querySelector("div").innerHTML = await answer.text();
      told.showModal();
      told.scrollTop = 0;
    } catch {
      location.assign(link.href);
    }
  });
  told.addEventListener("click", (event) => { if (event.target === told) told.close(); });
}

for (const button of document.querySelectorAll("[data-prints]")) {
  button.addEventListener("click", () => window.print());
}

"use strict";
// A file may be dropped on the form; and a form that is on its way says so.
const place = document.getElementById("drop");
const field = document.getElementById("file");
const form = document.getElementById("generator");
const busy = document.getElementById("busy");
for (const name of ["dragover", "dragleave", "drop"]) {
  place.addEventListener(name, (event) => {
    event.preventDefault();
    place.classList.toggle("over", name === "dragover");
  });
}
place.addEventListener("drop", (event) => {
  if (event.dataTransfer.files.length) {
    field.files = event.dataTransfer.files;
  }
});
form.addEventListener("submit", () => {
  busy.textContent = "Looking at the page …";
});

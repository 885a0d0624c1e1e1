"use strict";
// Keeps the figures and the last attempts of a crawl up to date while it is watched.
const attempts = document.getElementById("attempts");
const running = document.getElementById("running");
if (attempts) {
  const events = new EventSource("/crawl/events");
  events.addEventListener("message", (event) => {
    const now = JSON.parse(event.data);
    for (const [name, count] of Object.entries(now.counts)) {
      const place = document.querySelector(`[data-count="${name}"]`);
      if (place) {
        place.textContent = count.toLocaleString("en");
      }
    }
    running.textContent = now.running
      ? "The collection is being written: the crawl, or another command, is running."
      : "Nothing is running; the same command goes on where it was.";
    attempts.replaceChildren(...now.recent.map(row));
  });
}

function row(attempt) {
  const line = document.createElement("tr");
  const texts = [attempt.at, attempt.url, attempt.outcome, attempt.status || "\u2013", attempt.reason];
  texts.forEach((text, number) => {
    const cell = document.createElement("td");
    cell.textContent = text;
    cell.className = ["when", "url", "", "n", ""][number];
    line.append(cell);
  });
  return line;
}

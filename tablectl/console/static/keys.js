// The keys 1 to 9 press the buttons that show them, in the dialog on top or else on the page.

const TYPING = "input, textarea, select, [contenteditable]";

export function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.closest?.(TYPING) || !/^[1-9]$/.test(event.key)) return;
    const open = Array.from(document.querySelectorAll("dialog[open]")).at(-1);
    const button = (open ?? document).querySelector(`[data-key="${event.key}"]:not(:disabled)`);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
}

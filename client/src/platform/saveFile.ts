/** The time after which a browser has surely started to read a file that it saves, in milliseconds. */
const READ_AFTER_MS = 60_000;

/** Saves a file under this name where the browser keeps downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), READ_AFTER_MS);
}

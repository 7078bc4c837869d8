/** The report as Markdown. */

import { facts, knees, ladderTable, scriptTable, WHAT_IT_MEANS } from './figures.mjs';

export function markdown(figures) {
  return `# Load report

The figures of \`make load-report\`. How to measure your own site: [load-testing.md](load-testing.md).

${knees(figures).join(' ')}

## By number of racers

Times in milliseconds.

${table(ladderTable(figures))}

## Each script once

Times in milliseconds, but for what the whole took.

${table(scriptTable(figures))}

## What it means

${list(WHAT_IT_MEANS)}

## Measured on

${list(facts(figures.machine))}
`;
}

function table({ head, rows }) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function list(rows) {
  return rows.map(([word, meaning]) => `- ${word}: ${meaning}`).join('\n');
}

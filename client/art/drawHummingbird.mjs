/** Draws one species of hummingbird as SVG: all skins share this pose, so that they are of one family. */
export function drawHummingbird(colours) {
  const { bill, crest, cap, ear, eyeSpot, longTail } = colours;
  const gradients = ['back', 'head', 'belly', 'throat', 'nearWing', 'farWing', 'tail', 'crest', 'cap', 'ear']
    .filter((part) => colours[part])
    .map((part) => gradient(part, colours[part]))
    .join('\n    ');
  const tail = longTail ? LONG_TAIL : FAN_TAIL;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
  <title>Hummingbird</title>
  <defs>
    ${gradients}
  </defs>
  <g fill="url(#farWing)">
    ${FAR_WING.map((d) => `<path d="${d}"/>`).join('\n    ')}
  </g>
  <g fill="url(#tail)">
    ${tail.map((d) => `<path d="${d}"/>`).join('\n    ')}
  </g>
  <path fill="url(#back)" d="M72 190C80 146 104 106 150 82C176 96 186 122 176 146C164 180 122 206 72 190Z"/>
  <path fill="url(#belly)" d="M88 193C120 192 152 170 164 132C176 124 182 132 177 146C166 180 128 204 88 193Z"/>
  ${crest ? `<path fill="url(#crest)" d="M150 78C128 74 112 60 104 40C122 52 130 52 138 54C130 44 128 34 130 24C142 42 156 48 172 60Z"/>` : ''}
  <path fill="${bill}" d="M194 84C214 80 234 75 252 67C236 82 216 91 196 96Z"/>
  <path fill="url(#head)" d="M138 96C140 70 160 58 178 62C194 65 203 78 200 94C197 116 176 130 156 124C144 120 137 110 138 96Z"/>
  ${cap ? `<path fill="url(#cap)" d="M140 86C145 67 161 58 178 62C189 64 197 71 199 80C182 76 164 80 140 86Z"/>` : ''}
  <path fill="url(#throat)" d="M200 93C200 120 186 146 164 154C152 148 148 134 156 118C166 104 184 100 200 93Z"/>
  <g fill="#ffffff" opacity="0.28">
    <path d="M190 104C188 112 184 119 179 125C180 116 184 109 190 104Z"/>
    <path d="M176 112C174 121 170 129 165 135C165 125 169 117 176 112Z"/>
    <path d="M182 128C178 136 173 142 167 146C169 138 174 132 182 128Z"/>
  </g>
  ${ear ? `<path fill="url(#ear)" d="M174 92C162 90 150 97 146 110C158 114 170 108 174 92Z"/>` : ''}
  <circle cx="180" cy="83" r="6.500" fill="#10201b"/>
  <circle cx="182.200" cy="80.800" r="2" fill="#ffffff"/>
  ${eyeSpot ? `<path fill="#ffffff" opacity="0.9" d="M171 84C167 83 163 85 161 88C165 90 169 88 171 84Z"/>` : ''}
  <g fill="url(#nearWing)">
    ${NEAR_WING.map((d) => `<path d="${d}"/>`).join('\n    ')}
  </g>
  <path fill="url(#back)" d="M118 142C118 122 130 108 148 104C152 118 142 140 124 150Z"/>
</svg>
`;
}

/** Feathers, from the foremost to the one at the body. */
const NEAR_WING = [
  'M140 110C112 92 62 62 14 22C18 54 52 92 128 140Z',
  'M136 116C104 104 58 82 22 54C32 84 66 110 126 142Z',
  'M132 122C106 116 68 104 38 84C50 108 82 128 126 145Z',
  'M130 128C108 126 82 120 60 110C72 128 96 142 126 147Z',
];

const FAR_WING = [
  'M150 104C148 70 152 34 170 4C186 34 184 76 166 110Z',
  'M146 106C138 74 136 42 144 14C162 40 168 80 162 110Z',
  'M142 108C130 82 122 56 124 32C142 52 156 82 158 112Z',
];

const FAN_TAIL = [
  'M84 180C66 186 40 204 20 234C46 228 72 214 92 194Z',
  'M82 182C68 194 50 216 42 246C64 234 82 214 94 194Z',
  'M86 186C76 202 66 224 66 250C82 236 94 216 100 194Z',
];

const LONG_TAIL = [
  'M84 180C62 188 34 208 6 244C40 230 70 214 92 194Z',
  'M86 186C72 204 56 228 46 254C68 238 88 216 100 194Z',
];

function gradient(id, colours) {
  const stops = colours
    .map((colour, index) => `<stop offset="${(index / (colours.length - 1)).toFixed(2)}" stop-color="${colour}"/>`)
    .join('');
  return `<linearGradient id="${id}" x1="0.85" y1="0" x2="0.15" y2="1">${stops}</linearGradient>`;
}

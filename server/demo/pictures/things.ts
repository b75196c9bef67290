import {
  type Colours,
  renderEmblem,
  renderHighlight,
  renderLabelBars,
  renderRoundGradient,
  type SceneThing,
} from './scene.ts';

type DrawThing = (colours: Colours) => SceneThing & { definitions?: string };

const pouch: DrawThing = colours => ({
  definitions: renderRoundGradient('body', colours),
  foot: 300,
  floor: 556,
  body:
    `<path d="M196 112Q320 100 444 112L452 150Q476 360 470 540Q470 556 452 557Q320 566 188 557Q170 556 170 540Q164 360 188 150Z" fill="url(#body)"/>` +
    `<path d="M196 112Q320 100 444 112L448 142Q320 130 192 142Z" fill="${colours.shade}"/><path d="M190 152Q320 140 450 152" stroke="#fff" stroke-opacity=".3" stroke-width="3" fill="none"/>` +
    `<path d="M206 262Q320 252 434 262Q442 360 440 478Q320 490 200 478Q198 360 206 262Z" fill="${colours.pale}"/>${renderEmblem(320, 336, 62, colours)}${renderLabelBars(320, 424, 150, colours.shade)}` +
    `<circle cx="320" cy="196" r="15" fill="#000" opacity=".16"/><circle cx="320" cy="194" r="11" fill="#fff" opacity=".35"/>${renderHighlight(206, 166, 12, 370, 0.2)}`,
});

const pillow: DrawThing = colours => ({
  definitions: renderRoundGradient('body', colours),
  foot: 330,
  floor: 552,
  body:
    `<path d="M150 118L490 118Q470 190 486 330Q470 480 490 552L150 552Q170 480 154 330Q170 190 150 118Z" fill="url(#body)"/>` +
    `<path d="M150 118H490L484 146H156ZM156 524H484L490 552H150Z" fill="${colours.shade}" opacity=".8"/>` +
    `<path d="M172 250Q320 190 468 250Q474 330 468 420Q320 470 172 420Q166 330 172 250Z" fill="${colours.taste}" opacity=".9"/>${renderEmblem(320, 300, 58, colours)}${renderLabelBars(320, 384, 170, colours.pale)}${renderHighlight(196, 164, 16, 340, 0.22)}`,
});

const box: DrawThing = colours => ({
  foot: 350,
  floor: 548,
  body:
    `<path d="M448 168L506 138V520L448 548Z" fill="${colours.shade}"/><path d="M158 168L216 138H506L448 168Z" fill="${colours.pale}"/><rect x="158" y="168" width="290" height="380" fill="${colours.body}"/>` +
    `<path d="M158 430Q300 370 448 450V548H158Z" fill="${colours.taste}"/><path d="M158 442Q300 382 448 462" stroke="${colours.pale}" stroke-width="5" fill="none" opacity=".8"/>` +
    `${renderEmblem(303, 290, 66, colours)}${renderLabelBars(303, 196, 150, colours.pale)}`,
});

const carton: DrawThing = colours => ({
  foot: 270,
  floor: 566,
  body:
    `<path d="M402 236L462 214V548L402 566Z" fill="${colours.shade}"/><path d="M206 236L254 150H430L402 236Z" fill="${colours.pale}"/><path d="M402 236L430 150L462 214Z" fill="${colours.shade}" opacity=".8"/><rect x="246" y="102" width="190" height="50" rx="4" fill="${colours.pale}"/><path d="M246 126H436" stroke="#000" stroke-opacity=".12" stroke-width="3"/>` +
    `<circle cx="300" cy="196" r="24" fill="${colours.taste}"/><circle cx="300" cy="193" r="24" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="4"/>` +
    `<rect x="206" y="236" width="196" height="330" fill="${colours.pale}"/><path d="M206 396Q304 340 402 404V566H206Z" fill="${colours.body}"/><path d="M206 470Q304 420 402 482V566H206Z" fill="${colours.taste}" opacity=".92"/>${renderEmblem(304, 316, 46, colours)}${renderLabelBars(304, 500, 116, '#fff')}`,
});

const bottle: DrawThing = colours => ({
  definitions:
    renderRoundGradient('body', { body: colours.taste, shade: colours.taste }) + renderRoundGradient('label', colours),
  foot: 220,
  floor: 572,
  body:
    `<rect x="284" y="66" width="72" height="52" rx="8" fill="${colours.shade}"/><path d="M284 90H356" stroke="#fff" stroke-opacity=".25" stroke-width="3"/>` +
    `<path d="M290 116H350V170Q352 208 398 246Q418 264 418 300V540Q418 572 386 572H254Q222 572 222 540V300Q222 264 242 246Q288 208 290 170Z" fill="url(#body)" opacity=".94"/>` +
    `<path d="M390 250Q418 270 418 306V540Q418 572 386 572H370Q392 560 392 530V300Q392 272 390 250Z" fill="#000" opacity=".14"/>` +
    `<rect x="222" y="330" width="196" height="162" fill="url(#label)"/><rect x="222" y="330" width="196" height="8" fill="${colours.pale}"/><rect x="222" y="484" width="196" height="8" fill="${colours.pale}"/>${renderEmblem(320, 390, 40, colours)}${renderLabelBars(320, 444, 104, colours.pale)}${renderHighlight(238, 270, 13, 282, 0.4)}${renderHighlight(299, 130, 8, 60, 0.4)}`,
});

const jar: DrawThing = colours => ({
  definitions: renderRoundGradient('lid', colours),
  foot: 270,
  floor: 556,
  body:
    `<path d="M206 220Q188 236 188 272V512Q188 556 232 556H408Q452 556 452 512V272Q452 236 434 220Z" fill="${colours.taste}" opacity=".93"/><path d="M420 226Q452 240 452 276V512Q452 556 408 556H386Q422 546 422 500V276Q422 250 420 226Z" fill="#000" opacity=".14"/>` +
    `<rect x="196" y="150" width="248" height="66" rx="12" fill="url(#lid)"/><path d="M196 186H444" stroke="#fff" stroke-opacity=".28" stroke-width="4"/><rect x="206" y="212" width="228" height="14" fill="#fff" opacity=".35"/>` +
    `<rect x="218" y="318" width="204" height="166" rx="10" fill="${colours.pale}"/>${renderEmblem(320, 376, 42, colours)}${renderLabelBars(320, 432, 112, colours.shade)}${renderHighlight(202, 270, 14, 250, 0.42)}`,
});

const tin: DrawThing = colours => ({
  definitions:
    renderRoundGradient('body', colours) + renderRoundGradient('metal', { body: '#eceff1', shade: '#a9b0b5' }),
  foot: 320,
  floor: 520,
  body:
    `<path d="M166 250V478Q166 524 320 524Q474 524 474 478V250Z" fill="url(#body)"/><path d="M166 470V484Q170 530 320 530Q470 530 474 484V470Q470 516 320 516Q170 516 166 470Z" fill="url(#metal)"/>` +
    `<ellipse cx="320" cy="250" rx="154" ry="44" fill="url(#metal)"/><ellipse cx="320" cy="250" rx="136" ry="35" fill="#d5dadd"/><ellipse cx="320" cy="247" rx="136" ry="33" fill="#f2f4f5"/><path d="M292 246Q320 232 348 246Q320 262 292 246Z" fill="#c3c9cd"/>` +
    `<path d="M166 330Q240 356 320 356Q400 356 474 330V430Q400 458 320 458Q240 458 166 430Z" fill="${colours.taste}" opacity=".95"/>${renderEmblem(320, 398, 44, colours)}`,
});

const tub: DrawThing = colours => ({
  definitions:
    renderRoundGradient('body', { body: '#ffffff', shade: '#d9d4ce' }) + renderRoundGradient('band', colours),
  foot: 260,
  floor: 540,
  body:
    `<path d="M176 238H464L430 518Q428 540 404 540H236Q212 540 210 518Z" fill="url(#body)"/><path d="M184 300H456L440 436Q320 460 200 436Z" fill="url(#band)"/>` +
    `<path d="M160 214Q320 190 480 214L474 246Q320 266 166 246Z" fill="${colours.taste}"/><path d="M160 214Q320 236 480 214" stroke="#fff" stroke-opacity=".6" stroke-width="5" fill="none"/><path d="M470 222L508 214L496 240Z" fill="${colours.taste}"/>${renderEmblem(320, 352, 46, colours)}${renderLabelBars(320, 410, 120, colours.pale)}${renderHighlight(206, 262, 10, 250, 0.5)}`,
});

const bar: DrawThing = colours => ({
  definitions: renderRoundGradient('body', colours),
  foot: 430,
  floor: 452,
  body:
    `<g transform="rotate(-14 320 330)"><path d="M84 236L556 236L546 330L556 424L84 424L94 330Z" fill="${colours.body}"/><path d="M84 236H130L122 330L130 424H84L94 330ZM556 236H510L518 330L510 424H556L546 330Z" fill="${colours.shade}"/>` +
    `<rect x="130" y="236" width="380" height="62" fill="#fff" opacity=".12"/><path d="M330 236H512L518 330L510 424H290Q380 330 330 236Z" fill="${colours.taste}"/>${renderEmblem(424, 330, 56, colours)}${renderLabelBars(216, 306, 130, colours.pale)}</g>`,
});

const bread: DrawThing = ({ taste }) => ({
  definitions: `<linearGradient id="crust" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d9954a"/><stop offset=".6" stop-color="#b56a2a"/><stop offset="1" stop-color="#7d4318"/></linearGradient>`,
  foot: 440,
  floor: 458,
  body:
    `<path d="M92 400Q84 250 230 226Q320 206 410 226Q556 250 548 400Q546 456 470 456H170Q94 456 92 400Z" fill="url(#crust)"/>` +
    `<g fill="none" stroke="#f3d3a2" stroke-width="20" stroke-linecap="round" opacity=".9"><path d="M196 288Q236 300 252 344"/><path d="M290 268Q330 284 344 336"/><path d="M384 274Q424 292 436 342"/></g><path d="M120 350Q140 262 240 246" stroke="#fff" stroke-opacity=".3" stroke-width="12" fill="none" stroke-linecap="round"/>` +
    `<g fill="${taste}"><ellipse cx="170" cy="330" rx="7" ry="4"/><ellipse cx="280" cy="310" rx="7" ry="4"/><ellipse cx="370" cy="362" rx="7" ry="4"/><ellipse cx="470" cy="320" rx="7" ry="4"/><ellipse cx="230" cy="390" rx="7" ry="4"/></g>`,
});

const cake: DrawThing = ({ taste, pale }) => ({
  foot: 420,
  floor: 470,
  body:
    `<ellipse cx="320" cy="462" rx="236" ry="42" fill="#fff"/><ellipse cx="320" cy="466" rx="236" ry="42" fill="none" stroke="#d8cfc4" stroke-width="4"/>` +
    `<path d="M150 300L490 352V446L150 430Z" fill="#f1dcb6"/><path d="M150 342L490 380V402L150 372Z" fill="${taste}"/><path d="M150 396L490 420V430L150 408Z" fill="${taste}" opacity=".7"/><path d="M150 300L404 236L490 352Z" fill="${taste}"/><path d="M150 300L490 352V366L150 316Z" fill="${pale}"/>` +
    `<circle cx="356" cy="276" r="30" fill="#fffaf2"/><circle cx="356" cy="256" r="20" fill="#b3202c"/><path d="M352 240Q356 220 372 214" stroke="#4c7a3a" stroke-width="5" fill="none"/><path d="M180 306L300 274" stroke="#fff" stroke-opacity=".5" stroke-width="7" stroke-linecap="round"/>`,
});

const bowl: DrawThing = ({ taste, body }) => ({
  definitions: renderRoundGradient('china', { body: '#ffffff', shade: '#d6d0c8' }),
  foot: 380,
  floor: 508,
  body:
    `<path d="M112 306H528Q520 470 400 506H240Q120 470 112 306Z" fill="url(#china)"/><path d="M122 350Q320 400 518 350" stroke="${body}" stroke-width="10" fill="none" opacity=".75"/><ellipse cx="320" cy="306" rx="208" ry="66" fill="#fff"/><ellipse cx="320" cy="310" rx="190" ry="56" fill="#e8e1d8"/><ellipse cx="320" cy="314" rx="184" ry="52" fill="${taste}"/>` +
    `<ellipse cx="262" cy="300" rx="60" ry="15" fill="#fff" opacity=".35"/><g fill="#4c7a3a"><path d="M338 310Q360 288 392 300Q368 322 338 310Z"/><path d="M330 322Q322 344 346 352Q356 334 330 322Z"/></g><circle cx="396" cy="326" r="12" fill="#c9522e"/><circle cx="282" cy="332" r="10" fill="#e7c04a"/>`,
});

const cup: DrawThing = ({ taste, body, pale }) => ({
  foot: 270,
  floor: 532,
  body:
    `<path d="M444 268Q532 262 526 346Q520 426 424 430" fill="none" stroke="#dfe5e8" stroke-width="24"/><path d="M178 196H462L440 494Q436 532 400 532H240Q204 532 200 494Z" fill="#eef2f3"/>` +
    `<path d="M190 262H450L437 488Q434 518 402 518H238Q206 518 203 488Z" fill="${taste}"/><path d="M196 330H444L437 440Q320 470 203 440Z" fill="${body}" opacity=".55"/><path d="M188 240H452L449 300Q320 330 191 300Z" fill="${pale}"/><ellipse cx="320" cy="240" rx="132" ry="26" fill="#fffaf1"/><path d="M262 238Q300 222 320 240Q340 222 378 238Q350 256 320 256Q290 256 262 238Z" fill="${taste}" opacity=".55"/>` +
    `<path d="M178 196H462L460 222Q320 246 180 222Z" fill="#fff" opacity=".5"/>${renderHighlight(208, 250, 16, 240, 0.42)}<path d="M286 150Q270 122 288 96M346 152Q330 120 350 88" stroke="#fff" stroke-opacity=".9" stroke-width="9" fill="none" stroke-linecap="round"/>`,
});

const glass: DrawThing = ({ taste, pale }) => ({
  foot: 230,
  floor: 566,
  body:
    `<path d="M352 40L386 52L330 470L302 466Z" fill="${pale}"/><path d="M200 128H440L412 532Q408 566 376 566H264Q232 566 228 532Z" fill="#edf3f5"/><path d="M206 208H434L411 526Q408 554 374 554H266Q232 554 229 526Z" fill="${taste}" opacity=".92"/><path d="M206 208H434L430 262Q320 288 210 262Z" fill="#fff" opacity=".28"/>` +
    `<g fill="#fff" opacity=".42"><rect x="242" y="230" width="70" height="66" rx="12" transform="rotate(14 277 263)"/><rect x="330" y="248" width="66" height="64" rx="12" transform="rotate(-18 363 280)"/><rect x="262" y="318" width="62" height="60" rx="12" transform="rotate(-8 293 348)"/></g>` +
    `<ellipse cx="320" cy="208" rx="114" ry="22" fill="#fff" opacity=".45"/><circle cx="428" cy="150" r="44" fill="#f7c948"/><circle cx="428" cy="150" r="34" fill="#fde9a9"/><path d="M428 118V182M396 150H460" stroke="#f7c948" stroke-width="5"/>${renderHighlight(228, 180, 14, 350, 0.5)}`,
});

const mug: DrawThing = ({ body, shade, taste, pale }) => ({
  definitions: renderRoundGradient('clay', { body, shade }),
  foot: 290,
  floor: 530,
  body: `<path d="M436 250Q540 244 534 346Q528 444 420 446" fill="none" stroke="${shade}" stroke-width="34"/><path d="M172 190H448V486Q448 530 402 530H218Q172 530 172 486Z" fill="url(#clay)"/><ellipse cx="310" cy="190" rx="138" ry="36" fill="${pale}"/><ellipse cx="310" cy="194" rx="120" ry="27" fill="${shade}"/><path d="M172 400H448V452H172Z" fill="${taste}" opacity=".85"/>${renderHighlight(196, 240, 16, 250, 0.3)}`,
});

const roll: DrawThing = ({ body, taste }) => ({
  definitions: renderRoundGradient('paper', { body: '#ffffff', shade: '#d9d6d2' }),
  foot: 320,
  floor: 534,
  body: `<path d="M170 210V488Q170 534 320 534Q470 534 470 488V210Z" fill="url(#paper)"/><ellipse cx="320" cy="210" rx="150" ry="50" fill="#fbfaf8"/><ellipse cx="320" cy="210" rx="52" ry="18" fill="#c9a57c"/><ellipse cx="320" cy="212" rx="40" ry="12" fill="#7a5c3e"/><path d="M170 330Q320 384 470 330V404Q320 458 170 404Z" fill="${body}" opacity=".9"/><path d="M170 420Q320 474 470 420V432Q320 486 170 432Z" fill="${taste}"/>`,
});

export const things = {
  pouch,
  pillow,
  box,
  carton,
  bottle,
  jar,
  tin,
  tub,
  bar,
  bread,
  cake,
  bowl,
  cup,
  glass,
  mug,
  roll,
} satisfies Record<string, DrawThing>;
export type ThingName = keyof typeof things;

export const style = `
:root { color-scheme: dark; --ground: #1e1f22; --side: #2b2d31; --main: #313338; --line: #43454c; --text: #e6e7ea;
  --quiet: #a9adb6; --accent: #5865f2; --good: #4cc38a; --warn: #f0b232; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--main); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
a { color: inherit; }
h1 { font-size: 1.1rem; margin: 0; }
h2 { font-size: .8rem; margin: 1.1rem 0 .35rem; color: var(--quiet); font-weight: 600; }
ul { list-style: none; margin: 0; padding: 0; }
code { background: var(--ground); border-radius: 3px; padding: 0 .25em; font-size: .9em; }
small, .quiet { color: var(--quiet); }
input, select, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line);
  border-radius: 4px; padding: .4rem .6rem; max-width: 100%; }
button { background: var(--accent); border-color: var(--accent); color: #fff; cursor: pointer; }
button.plain { background: none; border-color: var(--line); color: var(--text); }
:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
.label { margin: 0; padding: .3rem 1rem; background: var(--warn); color: #201600; font-size: .85rem; font-weight: 600; }
.shell { display: grid; grid-template: auto 1fr / 16rem minmax(0, 1fr) 19rem; height: 100vh; }
.shell > .label { grid-column: 1 / -1; }
.side { background: var(--side); padding: 1rem; overflow-y: auto; }
.side li a { display: block; padding: .25rem .5rem; border-radius: 4px; text-decoration: none; color: var(--quiet); }
.side li a[aria-current] { background: var(--line); color: var(--text); }
.voice li { padding: .1rem .5rem; }
.voice .there { padding-left: 1.6rem; }
.voice .room { margin-top: .4rem; color: var(--quiet); font-weight: 600; }
.voice .audio { color: var(--good); padding-left: 1.6rem; font-size: .8rem; white-space: nowrap; }
.talk { display: flex; flex-direction: column; min-height: 0; }
.talk header, .talk form { padding: .8rem 1rem; border-bottom: 1px solid var(--line); }
.talk form { border: 0; display: flex; gap: .5rem; }
.talk form input { flex: 1; }
.messages { flex: 1; overflow-y: auto; padding: 1rem; }
.message { margin-bottom: .8rem; overflow-wrap: anywhere; }
.message p { margin: 0; white-space: pre-wrap; }
.message strong.bot { color: #949cf7; }
.message.private { border-left: 3px solid var(--accent); padding-left: .6rem; }
.embed { border-left: 3px solid var(--accent); background: var(--side); padding: .4rem .7rem; margin-top: .3rem; }
.mention { background: #3c4270; border-radius: 3px; padding: 0 .2em; }
.notice { background: #5c2b2e; padding: .5rem .7rem; border-radius: 4px; }
.tools form { display: flex; flex-wrap: wrap; gap: .4rem; }
.tools details { border-bottom: 1px solid var(--line); padding: .3rem 0; }
.tools summary { cursor: pointer; }
.tools details form { padding: .5rem 0; }
.tools label { display: block; width: 100%; color: var(--quiet); font-size: .85rem; }
.tools label input, .tools label select { display: block; width: 100%; color: var(--text); }
.people a { display: inline-block; border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .7rem;
  margin: 0 .2rem .3rem 0; text-decoration: none; }
.people a[aria-current] { background: var(--accent); border-color: var(--accent); color: #fff; }
.card { max-width: 30rem; margin: 4rem auto; background: var(--side); padding: 0 0 1.5rem; border-radius: 8px;
  overflow: hidden; }
.card > :not(.label) { margin-left: 1.5rem; margin-right: 1.5rem; }
.card h1 { margin-top: 1.2rem; font-size: 1.4rem; }
.card li { padding: .15rem 0; }
.card fieldset { border: 1px solid var(--line); border-radius: 6px; margin: 1.2rem 0 .8rem; }
.choice { display: flex; gap: .6rem; padding: .35rem; align-items: baseline; }
.buttons { display: flex; justify-content: flex-end; gap: .6rem; }
@media (max-width: 60rem) { .shell { display: block; height: auto; } .messages { max-height: 50vh; } }
`;

// The clocks: they run by themselves between two messages of the server, which alone decides whose flag falls.
const second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

// lowAt returns when little time is left, in milliseconds: an eighth of what a side began with, within ten seconds and a minute; ten seconds
// where a single move has a limit and that is what runs.
function lowAt(clock, single) {
  if (single) return 10 * second;
  return Math.min(minute, Math.max(10 * second, clock.days ? minute : clock.base / 8));
}

const two = n => String(n).padStart(2, "0");

// unit writes whole days or hours in the page's language.
function unit(n, unit) {
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "narrow" }).format(Math.floor(n));
}

// written writes a time of milliseconds; tenths under ten seconds while it runs.
export function written(ms, runs) {
  const s = Math.floor(ms / second);
  if (ms >= day) return unit(ms / day, "day") + " " + unit(ms % day / hour, "hour");
  if (ms >= hour) return Math.floor(ms / hour) + ":" + two(Math.floor(s % 3600 / 60)) + ":" + two(s % 60);
  if (s < 10 && runs) return "0:0" + (Math.floor(ms / 100) / 10).toFixed(1);
  return Math.floor(s / 60) + ":" + two(s % 60);
}

export class Clocks {
  // alarm is called when the player's own time gets low: once, and again only after it was half as much more.
  constructor(alarm) {
    Object.assign(this, { alarm, armed: true, clock: null, open: false, you: 0, since: 0 });
    setInterval(() => this.tick(), 100);
  }

  // set takes the clocks of a state, as they are now.
  set(clock, open, you) {
    Object.assign(this, { clock, open, you, since: performance.now() });
    this.tick();
  }

  // left returns what is left of a side's time, and whether a single move's limit is what runs.
  left(side) {
    const k = this.clock, passed = performance.now() - this.since - (k.rest ?? 0); // negative while its player rests
    const runs = k.runs === side && this.open && passed >= 0, gone = runs ? passed : 0;
    const left = Math.max(0, k.left[side] - gone), flag = Math.max(0, k.flag - gone), single = runs && (flag < left || left === 0);
    return { ms: single ? flag : left, runs, single };
  }

  tick() {
    if (!this.clock) return;
    for (const el of document.querySelectorAll(".clock")) {
      const side = Number(el.dataset.side), { ms, runs, single } = this.left(side), least = lowAt(this.clock, single), low = runs && ms < least;
      el.classList.toggle("runs", runs);
      el.classList.toggle("low", low);
      const text = written(ms, runs);
      if (el.textContent !== text) el.textContent = text;
      if (side !== this.you) continue;
      if (low && this.armed) {
        this.armed = false;
        this.alarm();
      } else if (ms > 1.5 * least) this.armed = true;
    }
  }
}

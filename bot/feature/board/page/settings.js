// What a player has switched on or off here. This browser remembers it; the server is not told.
const prefix = "yeye.";

// remembered returns a switch that is on or off at first, and then as it was left.
export function remembered(name, usual) {
  let on = usual;
  try {
    on = (localStorage.getItem(prefix + name) ?? (usual ? "on" : "off")) === "on";
  } catch { /* this browser keeps nothing: the switch works until the page is closed */ }
  return {
    get on() { return on; },
    set on(value) {
      on = value;
      try { localStorage.setItem(prefix + name, on ? "on" : "off"); } catch { /* likewise */ }
    },
  };
}

// In which role and on which page somebody sits, so that a reload of the page leads back there. It
// is kept for this tab of the browser and for this person alone, and goes when they sign out.

const KEPT = "tablectl-sitting";

/** What was kept of the person, or nothing. */
export function recalled(name) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    return kept.name === name ? kept : {};
  } catch {
    return {}; // no storage, or somebody else's words in it
  }
}

export function keep(name, role, tab) {
  try {
    if (name) sessionStorage.setItem(KEPT, JSON.stringify({ name, role, tab }));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // a browser that stores nothing begins at the first page
  }
}

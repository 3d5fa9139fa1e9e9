/** What the queries of Testing Library and the pointer of user-event ask of nearly every element. */
const asked = ['display', 'visibility', 'pointer-events'] as const;
type Asked = (typeof asked)[number];

const askedAs = new Map<string | symbol, Asked>([
  ...asked.map((name) => [name, name] as const),
  ['pointerEvents', 'pointer-events'],
]);

/**
 * After each change of the page, happy-dom computes all properties of an element and of everything around it, among them
 * hundreds of variables: an eighth of the time of these tests. No rule says anything about what is asked of most elements:
 * then it depends on the tag alone. In every other case happy-dom computes it.
 */
export function computeStylesFast(view: Window): void {
  const { document } = view;
  const compute = view.getComputedStyle.bind(view);
  const findSelectors = followRules(document);
  const ofTags = new Map<string, string>();

  const isSet = (element: Element, name: Asked) => {
    if (element.getAttribute('style')?.includes(name)) return true;
    const selectors = findSelectors(name);
    return selectors !== '' && element.matches(selectors);
  };

  const read = (element: Element, name: Asked): string => {
    const { tagName, parentElement } = element;
    // A dialog is displayed when it is open.
    if (!element.isConnected || tagName === 'DIALOG' || isSet(element, name))
      return compute(element).getPropertyValue(name);
    if (name === 'visibility' && parentElement) return read(parentElement, name);
    const key = `${tagName} ${name}`;
    const value = ofTags.get(key) ?? compute(element).getPropertyValue(name);
    ofTags.set(key, value);
    return value;
  };

  view.getComputedStyle = (element, pseudo) => {
    if (pseudo) return compute(element, pseudo);
    const readOrCompute = (name: string) => {
      const property = askedAs.get(name);
      return property ? read(element, property) : compute(element).getPropertyValue(name);
    };
    return new Proxy(Object.prototype as CSSStyleDeclaration, {
      get: (_, name): unknown => {
        if (name === 'getPropertyValue') return readOrCompute;
        const property = askedAs.get(name);
        return property ? read(element, property) : Reflect.get(compute(element), name);
      },
    });
  };
}

/** The selectors of all rules that may set a property, as one. */
function followRules(document: Document): (name: Asked) => string {
  // happy-dom returns the same list until an element changes.
  let styles: NodeListOf<HTMLStyleElement> | undefined;
  const found = new Map<Asked, string>();
  return (name) => {
    const current = document.querySelectorAll('style');
    if (current !== styles) found.clear();
    styles = current;
    const selectors = found.get(name) ?? [...styles].flatMap(({ sheet }) => selectorsOf(sheet, name)).join(', ');
    found.set(name, selectors);
    return selectors;
  };
}

/** Whatever the media: whether a rule applies is for happy-dom to say. */
function selectorsOf(of: { cssRules: CSSRuleList } | null, name: Asked): string[] {
  return [...(of?.cssRules ?? [])].flatMap((rule) => {
    if (!rule.cssText.includes(name)) return [];
    if (rule instanceof CSSStyleRule) return [rule.selectorText];
    return rule instanceof CSSGroupingRule ? selectorsOf(rule, name) : [];
  });
}

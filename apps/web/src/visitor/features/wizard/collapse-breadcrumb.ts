/**
 * Replaces the middle items of the page's breadcrumb by an ellipsis if the items do not fit in the line, and shows them
 * again if they do. Does nothing if the page has no breadcrumb with middle items.
 *
 * The document also contains this function as an inline script, which runs before the first paint, so that the items do
 * not move when the page's script has loaded. It must not use anything else from this module.
 */
export function collapseBreadcrumb(): void {
  const list = document.querySelector('.crumb-more')?.closest<HTMLElement>('.crumbs')
  if (!list) return
  list.dataset.measuring = ''
  const fits = list.scrollWidth <= list.clientWidth + 1
  delete list.dataset.measuring
  list.toggleAttribute('data-collapsed', !fits)
}

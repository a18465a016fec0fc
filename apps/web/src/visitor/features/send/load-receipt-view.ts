/**
 * Loads the code of the receipt page. It is called as soon as the visitor can submit the form, so that the receipt
 * appears even if the connection is lost later.
 */
export const loadReceiptView = () => import('./receipt-view.tsx').then((loaded) => loaded.default)

/**
 * Loads the chunk of the receipt page. Called as soon as the visitor can submit the form, so that the receipt works even if the connection is lost meanwhile.
 */
export const loadReceiptView = () => import('./receipt-view.tsx').then((loaded) => loaded.default)

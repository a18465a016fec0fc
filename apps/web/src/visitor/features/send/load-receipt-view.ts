/**
 * Loads the code of the receipt page as soon as the visitor can submit the form, so that the receipt works even if the
 * connection is lost in the meantime.
 */
export const loadReceiptView = () => import('./receipt-view.tsx').then((loaded) => loaded.default)

// @ts-check
// Trials and preferences in IndexedDB. A trial is a line under its identifier, so that none is
// stored twice.

/** @type {Promise<IDBDatabase>} */
const database = new Promise((resolve, reject) => {
  const request = indexedDB.open("peach", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("trials");
    request.result.createObjectStore("settings");
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * Performs an action in a transaction. Returns its result once the transaction is on disk.
 * @param {string} name The name of the store.
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} act
 */
async function transact(name, mode, act) {
  const transaction = (await database).transaction(name, mode, { durability: "strict" });
  const request = act(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error);
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = fail;
    transaction.onabort = fail;
  });
}

/** @returns {Promise<string>} The lines of all trials in order of time, which each starts with. */
export async function trials() {
  /** @type {string[]} */
  const lines = await transact("trials", "readonly", (store) => store.getAll());
  return lines.sort((one, other) => parseInt(one) - parseInt(other)).join("");
}

/** @param {string} identifier @param {string} line */
export function storeTrial(identifier, line) {
  return transact("trials", "readwrite", (store) => store.put(line, identifier));
}

/** @param {string} name @returns {Promise<string>} A text; empty if there is none. */
export async function setting(name) {
  return (await transact("settings", "readonly", (store) => store.get(name))) ?? "";
}

/** @param {string} name @param {string} text */
export function storeSetting(name, text) {
  return transact("settings", "readwrite", (store) => store.put(text, name));
}

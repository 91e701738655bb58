// @ts-check
// Trials and preferences in IndexedDB. A trial is a line under its identifier, so that none is stored twice.

/** @type {Promise<IDBDatabase>} */ const database = new Promise((resolve, reject) => {
  const request = indexedDB.open("peach", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("trials");
    request.result.createObjectStore("settings");
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {string} store @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} act Runs in a transaction, whose result is returned once it is on disk. */
async function transact(store, mode, act) {
  const transaction = (await database).transaction(store, mode, { durability: "strict" });
  const request = act(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** @returns {Promise<string>} The lines of all trials, in order of time, which each line starts with. */
export const trials = async () =>
  /** @type {string[]} */ (await transact("trials", "readonly", (store) => store.getAll())).sort((a, b) => parseInt(a) - parseInt(b)).join("");

/** @param {string} identifier @param {string} line */
export const storeTrial = (identifier, line) => transact("trials", "readwrite", (store) => store.put(line, identifier));

/** @param {string} name @returns {Promise<string>} */
export const setting = async (name) => (await transact("settings", "readonly", (store) => store.get(name))) ?? "";

export const storeSetting = (/** @type {string} */ name, /** @type {string} */ text) => transact("settings", "readwrite", (store) => store.put(text, name));

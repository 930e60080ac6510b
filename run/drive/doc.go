// Package drive holds the drivers of runs in tasks: for each scheduler a dozen
// lines that ask for the tasks that are left and have them done, until there are none.
// They are texts to be printed, looked at and changed; nothing here starts one.
//
// What each of them does, and tests hold it to:
//
//   - it ends, with code 0, when no task is left;
//   - it ends with the code of who was asked for tasks, when that fails;
//   - it goes on when tasks fail, since what is left is told again;
//   - it ends with an error when five rounds left the very same tasks;
//   - if it is killed, the same command goes on.
package drive

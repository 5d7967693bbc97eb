// Loads the declarations of the packages, which the compiler checks without those of browsers. The READMEs have the programs.
import '@parlance/admin';
import '@parlance/compliance';
import '@parlance/core-transport/internal';
import '@parlance/managed-agents';
import '@parlance/schemas/validation';
import '@parlance/sdk';
import '@parlance/testing-fakes';
